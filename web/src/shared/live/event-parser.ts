/**
 * Takes the text of server-sent events as it comes; answers the data of each event that is whole by now. Comments, and
 * fields that nobody here asks for, are passed over.
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
