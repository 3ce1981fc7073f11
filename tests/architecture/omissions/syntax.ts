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
