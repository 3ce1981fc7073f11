/** A node of a parsed file. */
export type Node = { readonly type: string; readonly [part: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The nodes that a part of a node holds. */
export const nodesIn = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : [value]).filter(isNode)

/** Calls `visit` for a node and everything below it. What it returns true for is not entered. */
export const walk = (node: Node, visit: (node: Node) => boolean | void): void => {
  if (visit(node) === true) return
  for (const part of Object.values(node)) for (const child of nodesIn(part)) walk(child, visit)
}

/** The texts that an expression may become: its branches and the fixed parts of templates, but not what a call makes of its arguments. */
export const textsOf = (node: Node): readonly string[] => {
  const within = (...parts: readonly string[]) =>
    parts.flatMap((part) => nodesIn(node[part]).flatMap(textsOf))
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'JSXText':
      return [String(node['value'])]
    case 'TemplateElement':
      return [(node['value'] as { readonly cooked: string }).cooked]
    case 'TemplateLiteral':
      return within('quasis', 'expressions')
    case 'ConditionalExpression':
      return within('consequent', 'alternate')
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['===', '!==', '<', '>', '<=', '>='].includes(String(node['operator']))
        ? []
        : within('left', 'right')
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return within('expression')
    default:
      return []
  }
}
