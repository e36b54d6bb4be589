states generate kotlin-tests Definitions --package com.example.feedback --output generatedTests
