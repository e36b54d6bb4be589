states diagram Definitions --output Diagrams
states generate kotlin Definitions --host --package com.example.feedback --output generated
