// Stands in for the package of this name, which Crawlee requires.
module.exports = require("robots-wasm/robots-parser");
