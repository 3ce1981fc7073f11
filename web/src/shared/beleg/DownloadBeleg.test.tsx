import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeBeleg, requestBeleg } from '#contract/beleg/beleg-files.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids } from '../../testing/samples.ts'
import { setToken } from '../session/session.ts'
import { DownloadBeleg } from './DownloadBeleg.tsx'

/** The names of the files that the browser saved. */
const saving = (): readonly string[] => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return saved
}

test.each([
  ['request', requestBeleg],
  ['change', changeBeleg],
] as const)('asks for the Beleg of a %s as a PDF and saves it under its name', async (of, endpoint) => {
  const saved = saving()
  setToken('token')
  const api = fakeApi()
  api.answer(endpoint, '%PDF-1.7', { 'Content-Disposition': 'attachment; filename="beleg-7.pdf"' })
  const { person } = renderAt('/', <DownloadBeleg of={of} id={ids.request} />)
  await person.click(screen.getByRole('button', { name: 'Download Beleg' }))
  await screen.findByText('beleg-7.pdf is saved.')
  expect(saved).toEqual(['beleg-7.pdf'])
  expect(api.sentTo(endpoint)).toMatchObject([{ params: { id: ids.request } }])
})

test('says why there is none, and can be asked again', async () => {
  const saved = saving()
  setToken('token')
  const api = fakeApi()
  api.refuse(requestBeleg, 'read-model.behind')
  const { person } = renderAt('/', <DownloadBeleg of="request" id={ids.request} />)
  const button = screen.getByRole('button', { name: 'Download Beleg' })
  await person.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('brought up to date')
  expect(saved).toEqual([])
  api.answer(requestBeleg, '%PDF-1.7', { 'Content-Disposition': 'attachment; filename="beleg-7.pdf"' })
  await person.click(button)
  await screen.findByText('beleg-7.pdf is saved.')
})
