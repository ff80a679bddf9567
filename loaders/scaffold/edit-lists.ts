import ts from "typescript";

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("list.ts", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** First node below `root`, in reading order, that the test accepts. */
export function findNode<T extends ts.Node>(
  root: ts.Node,
  test: (node: ts.Node) => node is T,
): T | undefined {
  if (test(root)) return root;
  return ts.forEachChild(root, (child) => findNode(child, test));
}

const isArrayCalled =
  (name: string) =>
  (node: ts.Node): node is ts.VariableDeclaration =>
    ts.isVariableDeclaration(node) && node.name.getText() === name;

/** Puts an element at the end of an array literal, on a line of its own. */
function append(text: string, array: ts.ArrayLiteralExpression, element: string): string {
  const last = array.elements.at(-1);
  const at = last ? last.getEnd() : array.getStart() + 1;
  const after = text.startsWith(",", at) ? at + 1 : at;
  return `${text.slice(0, at)},\n${element},${text.slice(after)}`;
}

const literal = (found: ts.Node | undefined, what: string): ts.ArrayLiteralExpression => {
  const array = found && findNode(found, ts.isArrayLiteralExpression);
  if (array) return array;
  throw new Error(`${what} is not where new:ablation looks for it`);
};

/** Source of `loaders/figures/index.ts` with one more figure, or list of figures. */
export function withFigure(
  text: string,
  { name, module, many }: { name: string; module: string; many: boolean },
): string {
  const file = parse(text);
  const list = findNode(file, isArrayCalled("FIGURES"));
  const added = append(text, literal(list, "FIGURES"), many ? `...${name}` : name);
  const firstImport = file.statements.find(ts.isImportDeclaration)!.getStart();
  return `${added.slice(0, firstImport)}import { ${name} } from "../analyses/${module}.ts";\n${added.slice(firstImport)}`;
}

/** Source of `src/shared/outline.ts` with one more page among the ablations. */
export function withPage(
  text: string,
  { path, name, question }: Record<"path" | "name" | "question", string>,
): string {
  const isSection = (node: ts.Node): node is ts.ObjectLiteralExpression =>
    ts.isObjectLiteralExpression(node) && /^\{\s*name: "Ablations"/.test(node.getText());
  const section = findNode(parse(text), isSection);
  const arguments_ = [path, name, question].map((part) => JSON.stringify(part)).join(", ");
  return append(text, literal(section, "the outline's section on ablations"), `page(${arguments_})`);
}

/** Exported figures of an analysis: their names, and whether each is a list. */
export function exportedFigures(text: string): { name: string; many: boolean }[] {
  return parse(text).statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return statement.declarationList.declarations.flatMap((declaration) => {
      const type = declaration.type?.getText() ?? "";
      return exported && type.startsWith("Figure")
        ? [{ name: declaration.name.getText(), many: type.endsWith("[]") }]
        : [];
    });
  });
}

/** Source with an identifier spelled otherwise; property names and strings stay. */
export function withIdentifier(text: string, from: string, to: string): string {
  const starts: number[] = [];
  const visit = (node: ts.Node): void => {
    const isProperty =
      (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
      (ts.isPropertyAssignment(node.parent) && node.parent.name === node);
    if (ts.isIdentifier(node) && node.text === from && !isProperty) starts.push(node.getStart());
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(parse(text), visit);
  return starts.reverse().reduce((done, at) => done.slice(0, at) + to + done.slice(at + from.length), text);
}
