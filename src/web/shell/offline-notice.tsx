import { isOnline } from './online.ts'

export function OfflineNotice() {
  return (
    <div role="status">
      {!isOnline.value && (
        <p class="border-b border-line bg-warn-soft px-4 py-2 text-center text-sm text-warn">
          You are offline. What you see may be out of date; it reloads once you are back online.
        </p>
      )}
    </div>
  )
}
