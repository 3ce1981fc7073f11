/** What doctor has to say about one thing. */
export type Finding = {
  readonly name: string
  readonly text: string
  readonly more?: readonly string[]
  /** What to do, or to think about. */
  readonly advice?: readonly string[]
  /** Something does not work, or will not: the exit code tells. */
  readonly isWrong?: boolean
}

export const printFinding = ({ name, text, more = [], advice = [] }: Finding): void => {
  console.log(`${name.padEnd(15)}${text}`)
  for (const line of more) console.log(`  ${line}`)
  for (const line of advice) console.log(`  → ${line}`)
}
