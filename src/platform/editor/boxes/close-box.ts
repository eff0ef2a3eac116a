import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';

/**
 * Closes a box after the caller has shown the next one. When a box closes, VS Code gives the focus back to the page below it, and does so
 * again 50 ms later, which closes a box that was shown in between.
 */
export function closeBox(box: Disposable): void {
	new Lifetime().timeout(() => box.dispose(), 0);
}
