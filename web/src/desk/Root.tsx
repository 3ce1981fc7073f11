import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useText } from '../shared/texts/common.ts'
import { Toaster } from '../shared/toast.tsx'

export const Root = () => {
  const text = useText()
  return (
    <>
      <a className="skip-link" href="#content">
        {text.skipToContent}
      </a>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
