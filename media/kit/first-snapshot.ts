/**
 * Shows the snapshot in the page's HTML, so that a newly opened page need not wait for the host. VS Code loads the same HTML again
 * when a hidden page is shown. By then that snapshot is out of date: do not call this.
 */
export function showFirstSnapshot(): void {
	const snapshot: unknown = JSON.parse(document.querySelector('#first-snapshot')?.textContent ?? 'null');
	if (snapshot !== null) dispatchEvent(new MessageEvent('message', { data: { snapshot } }));
}
