import {
  columnSizingFeature,
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'

type ListColumnMeta = {
  /** Only screen readers get the header. */
  readonly isHeaderHidden?: boolean
  /** Its cells name their rows. */
  readonly isRowHeader?: boolean
  /** Takes the space that the other columns leave. One column of a list does. */
  readonly isFlexible?: boolean
  /** The reader cannot change its width. */
  readonly isFixed?: boolean
  /** Added to each of its cells. */
  readonly className?: string
}

export const listFeatures = tableFeatures({
  columnSizingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ListColumnMeta>(),
})

/**
 * Declares the columns of a list. `header` is a string. The server sorts, so the id of a column with `enableSorting` is
 * the name that the endpoint sorts by.
 */
export const columnHelper = <T extends RowData>() => createColumnHelper<typeof listFeatures, T>()
export type ListColumns<T extends RowData> = readonly ColumnDef<typeof listFeatures, T>[]
