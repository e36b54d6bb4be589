states test Sources --coverage
