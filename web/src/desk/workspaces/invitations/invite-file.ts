/** The first sheet of an XLSX file as a table. A formula counts as its last result. Loads the reader on demand. */
const textOfSheet = async (bytes: ArrayBuffer): Promise<string> => {
  const [{ readSheet }, { default: papa }] = await Promise.all([
    import('read-excel-file/universal'),
    import('papaparse'),
  ])
  const rows = await readSheet(bytes)
  return papa.unparse(
    rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    { delimiter: ';', newline: '\n' },
  )
}

/** Reads a file saved by a spreadsheet: XLSX, or text in UTF-8, UTF-16 or Windows-1252. Rejects for another kind of archive. */
export const textOfFile = async (bytes: ArrayBuffer): Promise<string> => {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0x50 && second === 0x4b) return textOfSheet(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
