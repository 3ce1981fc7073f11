import type { Fact } from '#platform/facts/facts.ts'

/** A PostgreSQL notification takes at most 8,000 bytes, including the read model and the position before a line. */
const MAX_CHARACTERS = 7_000

/**
 * The workspace of a fact, and the people in it who see the change: those who may see a request, one user, or all of the
 * workspace. An invitation has no user yet.
 */
const audienceOf = ({ data, metadata: { workspaceId } }: Fact): readonly string[] => {
  const { requestId, userId, participantId } = data
  const workspace = workspaceId === null ? [] : [`in:${workspaceId}`]
  if (typeof requestId === 'string') return [...workspace, `request:${requestId}`]
  if (typeof userId === 'string') return [...workspace, `user:${userId}`]
  if (workspaceId === null || participantId !== undefined) return workspace
  return [...workspace, `all:${workspaceId}`]
}

/** Returns the distinct audiences of these facts in as many lines as they need. A line starts with a space or is empty. */
export const audienceLines = (facts: readonly Fact[]): readonly string[] => {
  const lines = ['']
  for (const audience of new Set(facts.flatMap(audienceOf))) {
    const longer = `${lines.at(-1)} ${audience}`
    if (longer.length <= MAX_CHARACTERS) lines[lines.length - 1] = longer
    else lines.push(` ${audience}`)
  }
  return lines
}
