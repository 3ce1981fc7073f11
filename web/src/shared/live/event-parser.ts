/**
 * Takes the text of server-sent events chunk by chunk. Returns the data of each event that is complete. Skips comments
 * and fields other than `data`.
 */
export const createEventParser = (): ((text: string) => readonly string[]) => {
  let rest = ''
  return (text) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    return parts.flatMap((part) => {
      const lines = part.split('\n').flatMap((line) => (line.startsWith('data: ') ? line.slice(6) : []))
      return lines.length > 0 ? lines.join('\n') : []
    })
  }
}
