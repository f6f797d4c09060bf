module driver

go 1.23

require github.com/jimsmart/grobotstxt v1.0.3
