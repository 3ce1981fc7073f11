type Props = {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly label: string
  /** While the page is on its way. */
  readonly busy: string
}

/** Below a list, while there is more of it. It stays focusable while it waits. */
export const MoreButton = ({ query, label, busy }: Props) =>
  query.hasNextPage && (
    <button
      type="button"
      className="button button-outlined"
      aria-disabled={query.isFetchingNextPage}
      onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
    >
      {query.isFetchingNextPage ? busy : label}
    </button>
  )
