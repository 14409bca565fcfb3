import { dirname, resolve } from 'node:path'
import ts from 'typescript'

const { ObjectFlags, SymbolFlags, TypeFlags } = ts

/**
 * The exported types of a module as plain declarations, which need none of its imports. For the
 * package: what is derived from schemas becomes readable, and needs no schema library. A field keeps
 * its doc comment or, if it is a field of a schema, the description given by `.describe()`.
 *
 * @param {string} path of the module
 * @returns {string} the text of a `.d.ts` file
 */
export function writtenOutTypes(path) {
  const file = resolve(path)
  const config = ts.findConfigFile(dirname(file), ts.sys.fileExists)
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config))
  const program = ts.createProgram([file], { ...options, types: [] })
  const source = program.getSourceFile(file)
  const exported = source.statements.filter(isExportedType)
  return exported.map((node) => declarationOf(node, exported, program.getTypeChecker())).join('\n')
}

function isExportedType(node) {
  const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  return ts.isTypeAliasDeclaration(node) && isExported
}

function declarationOf(node, exported, checker) {
  const names = new Map(exported.map(({ name }) => [checker.getTypeAtLocation(name), name.text]))
  const docs = docsOf(checker.getSymbolAtLocation(node.name))
  const type = checker.getTypeAtLocation(node.name)
  return `${comment(docs, '')}export type ${node.name.text} = ${writeOut(type, '')}\n`

  function write(type, indent) {
    return names.get(type) ?? writeOut(type, indent)
  }

  function writeOut(type, indent) {
    const item = itemOf(type)
    if (item && hasFields(item)) return `${write(item, indent)}[]`
    if (hasFields(type)) return fields(type, indent)
    return type.isUnion() ? union(type, indent) : plain(type)
  }

  function plain(type) {
    const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags
    const flags = NoTruncation | UseSingleQuotesForStringLiteralType
    return checker.typeToString(type, undefined, names.has(type) ? flags | InTypeAlias : flags)
  }

  function union(type, indent) {
    const { types } = type
    const isObject = (member) => hasFields(itemOf(member) ?? member)
    if (!types.some(isObject)) return plain(type)
    const objects = types.filter(isObject).map((member) => write(member, indent))
    const others = types.filter((member) => !isObject(member)).map(plain)
    return [...objects, ...others.toSorted()].join(' | ')
  }

  function itemOf(type) {
    return checker.isArrayType(type) ? checker.getTypeArguments(type)[0] : undefined
  }

  /** Whether it is an object type without a name of its own. */
  function hasFields(type) {
    if (['Record', 'Readonly'].includes(type.aliasSymbol?.name)) return false
    if (type.isIntersection()) return type.types.every(hasFields)
    const isAnonymous = type.objectFlags & (ObjectFlags.Anonymous | ObjectFlags.Mapped)
    return Boolean(type.flags & TypeFlags.Object && isAnonymous)
  }

  function fields(type, indent) {
    const inner = `${indent}  `
    const named = checker
      .getPropertiesOfType(type)
      .toSorted(inSourceOrder)
      .map((field) => {
        const mark = field.flags & SymbolFlags.Optional ? '?' : ''
        const written = write(checker.getTypeOfSymbol(field), inner)
        return `${comment(docsOf(field), inner)}${inner}${field.name}${mark}: ${written}\n`
      })
    const others = checker
      .getIndexInfosOfType(type)
      .map(({ type }) => `${inner}[field: string]: ${write(type, inner)}\n`)
    return `{\n${[...named, ...others].join('')}${indent}}`
  }

  function docsOf(field) {
    const docs = ts.displayPartsToString(field.getDocumentationComment(checker))
    const [declaration] = field.declarations ?? []
    return docs || (declaration ? descriptionIn(declaration) : '')
  }

  /** The text given to `.describe()` in the schema of a field, if there is one. */
  function descriptionIn({ initializer }) {
    let call = initializer
    for (; call && ts.isCallExpression(call); call = call.expression.expression) {
      const { expression, arguments: given } = call
      if (expression.name?.text === 'describe') return textOf(given[0])
    }
    return ''
  }

  function textOf(node) {
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right)
    if (!ts.isTemplateExpression(node)) return String(checker.getTypeAtLocation(node).value)
    const spans = node.templateSpans.map(({ expression, literal }) => {
      return textOf(expression) + literal.text
    })
    return node.head.text + spans.join('')
  }
}

/** As declared, those of one schema or type together. */
function inSourceOrder({ declarations: [one] = [] }, { declarations: [other] = [] }) {
  if (!one || one.getSourceFile() !== other?.getSourceFile()) return 0
  return one.pos - other.pos
}

function comment(text, indent) {
  return text ? `${indent}/** ${text.replaceAll('\n', `\n${indent} * `)} */\n` : ''
}
