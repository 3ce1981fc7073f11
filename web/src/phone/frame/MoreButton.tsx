type Props = {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly label: string
  /** The label while the next page loads. */
  readonly busy: string
}

/** Loads the next page of a list. It stays focusable while it loads. */
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
