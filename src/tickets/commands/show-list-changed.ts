import { showInStatusBar } from '../../platform/editor/messages.ts';

/** Tells the user that the row was redrawn after they opened its menu. */
export function showListChanged(): void {
	showInStatusBar('The list changed. Select the row again.', 5000);
}
