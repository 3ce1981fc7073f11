import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { columnHelper } from './list-columns.ts'
import { ListTable, type RowGroup } from './ListTable.tsx'

type Fruit = { readonly id: string; readonly name: string; readonly colour: string }

const FRUITS: readonly Fruit[] = ['apple', 'banana', 'cherry', 'date'].map((name) => ({
  id: name[0]!,
  name,
  colour: `${name} colour`,
}))
const column = columnHelper<Fruit>()
const columns = column.columns([
  column.accessor('name', { header: 'Name', enableSorting: true, meta: { isFlexible: true } }),
  column.accessor('colour', { header: 'Colour', enableSorting: true }),
  column.display({ id: 'more', header: 'Actions', meta: { isHeaderHidden: true, isFixed: true } }),
])
const idOf = ({ id }: Fruit): string => id
const nameOf = ({ name }: Fruit): string => name
const common = { name: 'fruits', caption: 'Fruits', columns, rows: FRUITS, idOf }

beforeEach(() => localStorage.clear())

const header = (name: string) => screen.getByRole('columnheader', { name })
const names = () =>
  screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent)

test('a column header sorts ascending, then descending, then not at all', async () => {
  const sorts: string[] = []
  const Sorted = () => {
    const [sort, setSort] = useState('')
    const onSort = (next: string): void => {
      sorts.push(next)
      setSort(next)
    }
    return <ListTable {...common} sort={sort} onSort={onSort} />
  }
  render(<Sorted />)
  const person = userEvent.setup()
  const directions: (string | null)[] = []
  for (let n = 0; n < 3; n += 1) {
    await person.click(within(header('Colour')).getByRole('button'))
    directions.push(header('Colour').getAttribute('aria-sort'))
  }
  expect(sorts).toEqual(['colour', '-colour', ''])
  expect(directions).toEqual(['ascending', 'descending', null])
  expect(within(header('Actions')).queryByRole('button')).toBeNull()
  // The server sorts: the rows stay in the order in which they came.
  expect(names()).toEqual([undefined, 'apple', 'banana', 'cherry', 'date'])
})

test('the header of another column starts with ascending order', async () => {
  const onSort = vi.fn<(sort: string) => void>()
  render(<ListTable {...common} sort="-name" onSort={onSort} />)
  await userEvent.click(within(header('Colour')).getByRole('button'))
  expect(onSort).toHaveBeenCalledWith('colour')
})

test('a click on a row opens it', async () => {
  const onOpen = vi.fn<(fruit: Fruit) => void>()
  render(<ListTable {...common} openedId="a" onOpen={onOpen} />)
  await userEvent.click(screen.getByText('cherry'))
  expect(onOpen).toHaveBeenCalledWith(FRUITS[2])
})

test('groups have a heading each, and empty groups are left out', () => {
  const groups: RowGroup<Fruit>[] = [
    { id: 'early', name: 'A to B', count: 2, has: ({ id }) => id < 'c' },
    { id: 'none', name: 'Nothing', count: 0, has: () => false },
    { id: 'late', name: 'C and on', count: 40, has: ({ id }) => id >= 'c' },
  ]
  render(<ListTable {...common} groups={groups} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'A to B 2',
    'C and on 40',
  ])
})

const Selecting = ({ onOpen }: { readonly onOpen: () => void }) => {
  const [selected, setSelected] = useState<readonly string[]>([])
  return (
    <>
      <ListTable {...common} onOpen={onOpen} selection={{ selected, onChange: setSelected, nameOf }} />
      <output>{selected.join()}</output>
    </>
  )
}

test('rows are selected one by one, as a range with Shift, and all at once', async () => {
  const onOpen = vi.fn<() => void>()
  render(<Selecting onOpen={onOpen} />)
  const person = userEvent.setup()
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
  const selected = () => screen.getByRole('status').textContent
  await person.click(box('apple'))
  expect(selected()).toBe('a')
  expect(box('all').indeterminate).toBe(true)
  await person.keyboard('{Shift>}')
  await person.click(box('cherry'))
  await person.keyboard('{/Shift}')
  expect(selected()).toBe('a,b,c')
  await person.click(box('all'))
  expect([selected(), box('all').checked, box('all').indeterminate]).toEqual(['a,b,c,d', true, false])
  await person.click(box('all'))
  expect(selected()).toBe('')
  box('date').focus()
  await person.keyboard(' ')
  expect(selected()).toBe('d')
  expect(onOpen).not.toHaveBeenCalled()
})

/** As wide as a browser lays them out: the list 1000 px, each cell 200 px. */
const layOut = () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(function width(this: Element) {
    return this.tagName === 'TABLE' ? 1000 : 400
  })
}
const widthOf = (name: string) => header(name).style.getPropertyValue('--width')

test('arrow keys resize a column, Enter restores its width', async () => {
  layOut()
  render(<ListTable {...common} />)
  const person = userEvent.setup()
  const handle = screen.getByRole('separator', { name: 'Width of column Colour' })
  handle.focus()
  await person.keyboard('{ArrowLeft}')
  expect(widthOf('Colour')).toBe('21.6%')
  await person.keyboard('{Enter}')
  expect(widthOf('Colour')).toBe('')
})

test('dragging the edge resizes a column, as far as the flexible column keeps its minimum', () => {
  layOut()
  HTMLElement.prototype.setPointerCapture = vi.fn<() => void>()
  render(<ListTable {...common} />)
  const handle = screen.getByRole('separator', { name: 'Width of column Colour' })
  fireEvent.pointerDown(handle, { button: 0, clientX: 600 })
  fireEvent.pointerMove(handle, { clientX: 500 })
  expect(widthOf('Colour')).toBe('30%')
  fireEvent.pointerMove(handle, { clientX: 0 })
  expect(widthOf('Colour')).toBe('44%')
  fireEvent.pointerMove(handle, { clientX: 900 })
  expect(widthOf('Colour')).toBe('6.4%')
  fireEvent.pointerUp(handle)
  fireEvent.pointerMove(handle, { clientX: 500 })
  expect(widthOf('Colour')).toBe('6.4%')
})

test('a list remembers its column widths, other lists keep theirs', async () => {
  layOut()
  const { unmount } = render(<ListTable {...common} />)
  screen.getByRole('separator').focus()
  await userEvent.keyboard('{ArrowLeft}')
  unmount()
  render(<ListTable {...common} />)
  expect(widthOf('Colour')).toBe('21.6%')
  render(<ListTable {...common} name="vegetables" caption="Vegetables" />)
  const other = within(screen.getByRole('table', { name: 'Vegetables' }))
  expect(other.getByRole('columnheader', { name: 'Colour' }).style.getPropertyValue('--width')).toBe('')
})
