import { lazy, Suspense, useEffect, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import { userLive } from '#contract/live.ts'
import { inBackground } from './background/in-background.ts'
import { NotFoundPage } from './frame/NotFoundPage.tsx'
import { BarAlerts } from './frame/PhoneScreen.tsx'
import { HomePage } from './requests/inbox/HomePage.tsx'
import { commonTexts } from '#shared/texts/common.ts'

const load = {
  request: () => import('./requests/page/RequestPage.tsx'),
  report: () => import('./requests/call-check/ReportPage.tsx'),
  newRequest: () => import('./requests/new-request/NewRequestPage.tsx'),
  requests: () => import('./requests/inbox/RequestsPage.tsx'),
  find: () => import('./requests/inbox/FindPage.tsx'),
  several: () => import('./requests/several/DecideSeveralPage.tsx'),
  start: () => import('./requests/inbox/StartPage.tsx'),
  change: () => import('./changes/ChangePage.tsx'),
  device: () => import('./accounts/devices/DevicePage.tsx'),
  waiting: () => import('./accounts/waiting/WaitingPage.tsx'),
  live: () => import('#shared/live/LiveStream.tsx'),
  callBack: () => import('./accounts/call-back/CallBackPage.tsx'),
  absence: () => import('./accounts/absence/AbsencePage.tsx'),
  account: () => import('./accounts/AccountPage.tsx'),
  notifications: () => import('./pushes/NotificationsPage.tsx'),
  alerts: () => import('./frame/AdminAlerts.tsx'),
  serviceWorker: () => import('./install/ServiceWorkerHost.tsx'),
  pair: () => import('./accounts/pairing/PairPage.tsx'),
}
const RequestPage = lazy(async () => ({ default: (await load.request()).RequestPage }))
const ReportPage = lazy(async () => ({ default: (await load.report()).ReportPage }))
const NewRequestPage = lazy(async () => ({ default: (await load.newRequest()).NewRequestPage }))
const RequestsPage = lazy(async () => ({ default: (await load.requests()).RequestsPage }))
const FindPage = lazy(async () => ({ default: (await load.find()).FindPage }))
const DecideSeveralPage = lazy(async () => ({ default: (await load.several()).DecideSeveralPage }))
const StartPage = lazy(async () => ({ default: (await load.start()).StartPage }))
const ChangePage = lazy(async () => ({ default: (await load.change()).ChangePage }))
const DevicePage = lazy(async () => ({ default: (await load.device()).DevicePage }))
const WaitingPage = lazy(async () => ({ default: (await load.waiting()).WaitingPage }))
const AccountPage = lazy(async () => ({ default: (await load.account()).AccountPage }))
const CallBackPage = lazy(async () => ({ default: (await load.callBack()).CallBackPage }))
const AbsencePage = lazy(async () => ({ default: (await load.absence()).AbsencePage }))
const NotificationsPage = lazy(async () => ({ default: (await load.notifications()).NotificationsPage }))
const AlreadyPaired = lazy(async () => ({ default: (await load.pair()).AlreadyPaired }))

/** The app works without these. */
const LiveStream = lazy(async () => ({ default: (await inBackground(load.live)).LiveStream }))
const AdminAlerts = lazy(async () => ({ default: (await inBackground(load.alerts)).AdminAlerts }))
const ServiceWorkerHost = lazy(async () => ({
  default: (await inBackground(load.serviceWorker)).ServiceWorkerHost,
}))

/** Preloads every screen, because the phone may be offline when the next one is opened. */
const preloadAll = (): void => {
  for (const loadScreen of Object.values(load)) void inBackground<unknown>(loadScreen)
}
const IDLE_MS = 1_000

/** The screens below /m. All but the inbox are loaded lazily. */
export const PhoneRoutes = () => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setIdle(true)
      preloadAll()
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense fallback={<Loading />}>
      <Suspense fallback={null}>{isIdle && <LiveStream path={userLive.path} />}</Suspense>
      <BarAlerts value={<Suspense fallback={null}>{isIdle && <AdminAlerts />}</Suspense>}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/new" element={<NewRequestPage key="any" />} />
          <Route
            path="/new/check/:workspaceId?/:approverId?"
            element={<NewRequestPage key="check" isCheck />}
          />
          <Route path="/requests" element={<RequestsPage />} />
          <Route path="/requests/:id" element={<RequestPage />} />
          <Route path="/requests/:id/report" element={<ReportPage />} />
          <Route path="/find" element={<FindPage />} />
          <Route path="/several/*" element={<DecideSeveralPage />} />
          <Route path="/start" element={<StartPage />} />
          <Route path="/changes/:id" element={<ChangePage />} />
          <Route path="/device" element={<DevicePage />} />
          <Route path="/devices/:id" element={<WaitingPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/call-back" element={<CallBackPage />} />
          <Route path="/absence" element={<AbsencePage />} />
          <Route path="/notifications" element={<NotificationsPage />} />
          <Route path="/pair" element={<AlreadyPaired />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </BarAlerts>
      <Suspense fallback={null}>{isIdle && <ServiceWorkerHost />}</Suspense>
    </Suspense>
  )
}

const Loading = () => (
  <main>
    <p className="content loading" role="status">
      {commonTexts.use().loading}
    </p>
  </main>
)
