// For `require`: the function itself, as robots-parser exports it.
module.exports = require("./index.js").default;
