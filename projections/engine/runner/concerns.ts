import type { Fact } from '#platform/facts/facts.ts'

/** PostgreSQL notifies of at most 8,000 bytes, with the read model and the position before these. */
const MOST_CHARACTERS = 7_000

/**
 * In which workspace a fact is, and whom it concerns there: who may see a request, a user, or everybody of the workspace. An
 * invitation is nobody's yet.
 */
const concernsOf = ({ data, metadata: { workspaceId } }: Fact): readonly string[] => {
  const { requestId, userId, participantId } = data
  const where = workspaceId === null ? [] : [`in:${workspaceId}`]
  if (typeof requestId === 'string') return [...where, `request:${requestId}`]
  if (typeof userId === 'string') return [...where, `user:${userId}`]
  if (workspaceId === null || participantId !== undefined) return where
  return [...where, `all:${workspaceId}`]
}

/** What those who follow a read model are told of these facts, each once: ids alone, in as many lines as it takes. */
export const concernLines = (facts: readonly Fact[]): readonly string[] => {
  const lines = ['']
  for (const concern of new Set(facts.flatMap(concernsOf))) {
    const longer = `${lines.at(-1)} ${concern}`
    if (longer.length <= MOST_CHARACTERS) lines[lines.length - 1] = longer
    else lines.push(` ${concern}`)
  }
  return lines
}
