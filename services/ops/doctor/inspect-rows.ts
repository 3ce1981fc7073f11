import type { Finding } from './finding.ts'
import { allRows } from '#modules/all-rows.ts'
import type { Platform } from '#platform/platform.ts'
import { provingRows } from '#platform/secrets/row-macs.ts'

/** Checks the MAC of every row that opens a door. */
export const inspectRows = async ({ db, rowMacs }: Pick<Platform, 'db' | 'rowMacs'>): Promise<Finding> => {
  let checked = 0
  const more: string[] = []
  for (const rows of allRows) {
    let altered = 0
    for await (const row of provingRows(db, rows)) {
      checked += 1
      if (!rowMacs.fits(rows, row)) altered += 1
    }
    if (altered > 0) more.push(`${rows.table.padEnd(16)}${altered}`)
  }
  const isWrong = more.length > 0
  return {
    name: 'Rows',
    text: isWrong ? 'not written by this product:' : `${checked} have the MAC of this product`,
    more,
    advice: isWrong
      ? [
          'They count as unknown. Somebody without the keys wrote to the database: change its password, and look at its log.',
        ]
      : [],
    isWrong,
  }
}
