states validate Definitions
states test Definitions --coverage --coverage-threshold 90
