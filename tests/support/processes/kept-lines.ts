const MOST = 200
let lines: string[] = []

/** Where the product under test logs to: the last lines are kept, for whoever wants to see them. */
export const keptLines = {
  write(line: string): void {
    lines.push(line)
    if (lines.length > MOST) lines.shift()
  },
}

/** What was logged since somebody asked, or the last of it. */
export const takeLines = (): string => {
  const taken = lines.join('')
  lines = []
  return taken
}
