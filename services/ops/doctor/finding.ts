/** The result of one check. */
export type Finding = {
  readonly name: string
  readonly text: string
  readonly more?: readonly string[]
  /** What to do about it. */
  readonly advice?: readonly string[]
  /** A problem, which makes the command exit with 1. */
  readonly isWrong?: boolean
}

export const printFinding = ({ name, text, more = [], advice = [] }: Finding): void => {
  console.log(`${name.padEnd(15)}${text}`)
  for (const line of more) console.log(`  ${line}`)
  for (const line of advice) console.log(`  → ${line}`)
}
