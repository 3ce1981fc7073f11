import { RUN_FAULTS, type RunFault } from '#contract/requests/payment-run.ts'

/** What is wrong with which element: `PmtInf[2]/CdtTrfTxInf[14]/Amt`. Tells numbers and codes of the file, no names or accounts. */
export class UnreadableRun extends Error {
  readonly element: string
  readonly fault: RunFault
  readonly found: string | undefined
  readonly expected: string | undefined
  constructor(
    element: string,
    fault: RunFault,
    seen: { readonly found?: string; readonly expected?: string } = {},
  ) {
    super(`${element}: ${RUN_FAULTS[fault]}`)
    this.element = element
    this.fault = fault
    this.found = seen.found?.slice(0, 80)
    this.expected = seen.expected
  }
}
