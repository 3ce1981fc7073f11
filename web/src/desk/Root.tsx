import { useRoutes } from 'react-router-dom'
import { useText } from '#shared/texts/common.ts'
import { Toaster } from '#shared/dialogs/toast.tsx'
import { ErrorPage, PageBoundary } from './frame/ErrorPage.tsx'
import { routes } from './routes.tsx'
import { ScrollPlaces } from './scroll.ts'

/** No `Suspense` around the pages: the previous page stays until the next one has loaded. */
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
