states test Definitions --coverage
