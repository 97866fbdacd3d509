// Names the version of gocql whose own tests run against the plug-in; go.sum has the checksums.
module goodput.io/gocql

go 1.27

require (
	github.com/gocql/gocql v1.7.0
	github.com/golang/snappy v0.0.3 // indirect
	github.com/hailocab/go-hostpool v0.0.0-20160125115350-e80d13ce29ed // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
)
