// Names each export that no other file imports, and each that only tests use: the compiler sees neither.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What users of the package import. */
const publicFiles = ['testing/sigil.ts'];
const forTests = /\.test\.ts$|^(testkit|integration|bench|observability)\//;

interface Module {
  readonly exports: readonly string[];
  /** How often each name stands in the file. */
  readonly names: ReadonlyMap<string, number>;
  /** `file name`, for each name that is imported. */
  readonly imports: readonly string[];
}

const exclude = ['node_modules', 'dist', 'coverage', 'proto/gen'];
const files = globSync('**/*.ts', { exclude }).sort();
const modules = new Map(files.map((file) => [file, readModule(file)]));
const users = new Map<string, string[]>();
for (const [file, { imports }] of modules)
  for (const name of imports) users.set(name, [...(users.get(name) ?? []), file]);

const faults = files.flatMap((file) => (publicFiles.includes(file) ? [] : findFaults(file)));
for (const fault of faults) process.stderr.write(`${fault}\n`);
// Who reads nothing finds no fault.
process.exitCode = faults.length > 0 || users.size === 0 ? 1 : 0;

function findFaults(file: string): string[] {
  const { exports = [], names } = modules.get(file) ?? {};
  return exports.flatMap((name) => {
    const importers = users.get(`${file} ${name}`) ?? [];
    if (importers.length === 0) return [`${file}: no other file imports ${name}: drop 'export'`];
    const isUsed = names?.get(name) !== 1 || importers.some((importer) => !forTests.test(importer));
    if (isUsed || forTests.test(file)) return [];
    return [`${file}: only tests use ${name}: delete it, or move it to them`];
  });
}

function readModule(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const names = new Map<string, number>();
  const loaded: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.set(node.text, (names.get(node.text) ?? 0) + 1);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      loaded.push(pathOf(file, node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    exports: source.statements.flatMap(exportedBy),
    names,
    imports: [
      ...source.statements.flatMap((statement) => importedBy(statement, file)),
      // Which names are taken from an `import()` is not followed: any that stands in the file may be.
      ...loaded.flatMap((path) => [...names.keys()].map((name) => `${path} ${name}`)),
    ],
  };
}

function importedBy(statement: ts.Statement, file: string): string[] {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  if (!bindings || !('elements' in bindings)) return [];
  const { moduleSpecifier } = statement as ts.ImportDeclaration | ts.ExportDeclaration;
  const path = pathOf(file, moduleSpecifier);
  return bindings.elements.map(
    ({ propertyName, name }) => `${path} ${(propertyName ?? name).text}`,
  );
}

function exportedBy(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [];
  if (!ts.canHaveModifiers(statement)) return [];
  const isExported = ts
    .getModifiers(statement)
    ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  return 'name' in statement ? [(statement.name as ts.Identifier).text] : [];
}

function boundBy(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => ('name' in element ? boundBy(element.name) : []));
}

/** The imported file, below the root of the project. */
function pathOf(file: string, specifier: ts.Expression | undefined): string {
  return specifier && ts.isStringLiteral(specifier) ? join(dirname(file), specifier.text) : '';
}
