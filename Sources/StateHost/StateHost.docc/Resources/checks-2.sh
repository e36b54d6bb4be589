states validate Definitions
states test Definitions --coverage --coverage-threshold 90
states diagram Definitions --output Diagrams --check
states generate kotlin Definitions --host --package com.example.feedback --output generated --check
