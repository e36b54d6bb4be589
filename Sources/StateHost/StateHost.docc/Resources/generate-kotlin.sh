states generate kotlin Definitions --host --package com.example.feedback --output generated
