// Compiles every component of a folder with its framework's own compiler, and renders those of React.
// node compile_components.mjs NODE_MODULES FOLDER_WITH_COMPONENTS
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [installed, folder] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(resolve(installed), "none.js")));
const esbuild = require("esbuild");
const { Parser } = require("acorn");
const acornJsx = require("acorn-jsx");
const vue = require("@vue/compiler-sfc");
const svelte = await import(pathToFileURL(join(resolve(installed), "svelte/src/compiler/index.js")));
const React = require("react");
const { renderToStaticMarkup } = require("react-dom/server");

const complaints = [];
const html = [];
console.error = (...words) => complaints.push(words.join(" "));
let compiled = 0;

function jsx(text, name) {
  Parser.extend(acornJsx()).parse(text, { ecmaVersion: 2022, sourceType: "module" });
  const { code, warnings } = esbuild.transformSync(text, { loader: "jsx", format: "cjs", jsx: "transform" });
  complaints.push(...warnings.map((one) => one.text));
  const module = { exports: {} };
  new Function("module", "exports", "React", code)(module, module.exports, React);
  html.push(renderToStaticMarkup(React.createElement(module.exports.default, { className: "passed" })));
}

function sfc(text, name) {
  const { descriptor, errors } = vue.parse(text, { filename: name });
  complaints.push(...errors.map(String));
  const { errors: more, tips } = vue.compileTemplate({ source: descriptor.template.content, filename: name, id: name });
  complaints.push(...more.map(String), ...tips);
  vue.compileScript(descriptor, { id: name });
}

function component(text, name) {
  const { warnings } = svelte.compile(text, { filename: name, generate: "server" });
  complaints.push(...warnings.map((one) => one.message));
}

const compilers = { jsx, vue: sfc, svelte: component };
for (const name of readdirSync(folder)) {
  compilers[name.split(".").pop()](readFileSync(join(folder, name), "utf8"), name);
  compiled += 1;
}
console.log(JSON.stringify({ compiled, complaints, html }));
