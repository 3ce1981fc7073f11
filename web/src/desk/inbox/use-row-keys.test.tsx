import { render } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { expect, test } from 'vitest'
import { useRowKeys } from './use-row-keys.ts'

const chosen: string[] = []

/** Presses `x` on the first row as soon as the rows are there, before anything is painted. */
const List = ({ rows }: { readonly rows: readonly string[] }) => {
  const list = useRef<HTMLTableElement>(null)
  useRowKeys({ list, openedAt: 0, onOpen: () => {}, actions: { x: (at) => chosen.push(rows[at]!) } })
  useLayoutEffect(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' })))
  return (
    <table ref={list}>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <td>
              <button type="button" className="row-opener">
                {row}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

test('a key acts on the rows that are shown, also on those that have just come', () => {
  const { rerender } = render(<List rows={['first', 'second']} />)
  rerender(<List rows={['second', 'first']} />)
  expect(chosen).toEqual(['first', 'second'])
})
