/** Types of the service worker's global scope: TypeScript's own clash with those of pages. */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = ExtendableEvent & {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
type PushEvent = ExtendableEvent & { readonly data: { json(): unknown } | null }
type NotificationEvent = ExtendableEvent & { readonly notification: Notification }
type ExtendableMessageEvent = ExtendableEvent & { readonly data: unknown }

export type Page = {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<Page>
  navigate(url: string): Promise<Page | null>
  postMessage(message: unknown): void
}

type Events = {
  readonly install: ExtendableEvent
  readonly activate: ExtendableEvent
  readonly fetch: FetchEvent
  readonly push: PushEvent
  readonly pushsubscriptionchange: ExtendableEvent
  readonly notificationclick: NotificationEvent
  readonly message: ExtendableMessageEvent
}

type WorkerScope = {
  /** Set by the build: the files of the app, and a name for this set. */
  readonly BUILD: { readonly name: string; readonly files: readonly string[] }
  readonly registration: ServiceWorkerRegistration
  readonly navigator: { setAppBadge?(count: number): Promise<void> }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(url: string): Promise<Page | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void
}

export const worker = globalThis as unknown as WorkerScope
