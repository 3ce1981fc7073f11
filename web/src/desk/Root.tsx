import { useRoutes } from 'react-router-dom'
import { useText } from '#shared/texts/common.ts'
import { Toaster } from '#shared/dialogs/toast.tsx'
import { ErrorPage, PageBoundary } from './frame/ErrorPage.tsx'
import { routes } from './routes.tsx'
import { ScrollPlaces } from './scroll.ts'

/** Without a `Suspense` around the pages nothing stands in for one: the page before stays until the next has its files. */
export const Root = () => {
  const text = useText()
  const page = useRoutes(routes)
  return (
    <>
      <a className="skip-link" href="#content">
        {text.skipToContent}
      </a>
      <PageBoundary instead={<ErrorPage />}>
        {page}
        <ScrollPlaces />
      </PageBoundary>
      <Toaster />
    </>
  )
}
