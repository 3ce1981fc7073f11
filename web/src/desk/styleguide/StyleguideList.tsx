import { useState } from 'react'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { Tag } from '#shared/parts/Tag.tsx'

type Person = { readonly email: string; readonly isAdmin: boolean }

const PEOPLE: readonly Person[] = ['anna.keller', 'ben', 'cem'].map((name, at) => ({
  email: `${name}@muster.de`,
  isAdmin: at === 0,
}))
const emailOf = ({ email }: Person): string => email
const column = columnHelper<Person>()
const columns = column.columns([
  column.accessor('email', {
    header: 'E-mail',
    enableSorting: true,
    meta: { isFlexible: true, className: 'one-line' },
  }),
  column.display({
    id: 'rights',
    header: 'Rights',
    cell: ({ row }) => <Tag tone="selected">{row.original.isAdmin ? 'Admin' : 'Approver'}</Tag>,
  }),
])

/** The second row is open, the third one is selected. */
export const StyleguideList = () => {
  const [sort, setSort] = useState('email')
  const [selected, setSelected] = useState<readonly string[]>(['cem@muster.de'])
  return (
    <ListTable
      name="styleguide-list"
      caption="People"
      columns={columns}
      rows={PEOPLE}
      idOf={emailOf}
      sort={sort}
      onSort={setSort}
      openedId="ben@muster.de"
      selection={{ selected, onChange: setSelected, nameOf: emailOf }}
    />
  )
}
