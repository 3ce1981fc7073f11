/** What a service worker finds around it: the compiler knows it beside no page. */

type Later = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Later & { readonly request: Request; respondWith(response: Promise<Response>): void }
type Pushed = Later & { readonly data: { json(): unknown } | null }
type Clicked = Later & { readonly notification: Notification }
type Told = Later & { readonly data: unknown }

export type Page = {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<Page>
  navigate(url: string): Promise<Page | null>
  postMessage(message: unknown): void
}

type Events = {
  readonly install: Later
  readonly activate: Later
  readonly fetch: Fetched
  readonly push: Pushed
  readonly pushsubscriptionchange: Later
  readonly notificationclick: Clicked
  readonly message: Told
}

type WorkerScope = {
  /** Set by the build: what makes up the app, and a name for just that. */
  readonly BUILD: { readonly name: string; readonly files: readonly string[] }
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(url: string): Promise<Page | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void
}

export const worker = globalThis as unknown as WorkerScope
