/** What a request with a rule adds. */
export type OfSeveral = {
  readonly needs?: { readonly count: number } | undefined
  /** There while too few people can decide. */
  readonly parked?: object | undefined
  readonly decisions?: readonly { readonly approves: boolean }[] | undefined
}

/** How many of several have approved; null where one decides. */
export const signedIn = ({
  needs,
  decisions = [],
}: OfSeveral): { readonly given: number; readonly count: number } | null =>
  needs === undefined || needs.count < 2
    ? null
    : { given: decisions.filter(({ approves }) => approves).length, count: needs.count }
