/** Lets a button say something for a moment, in the place of its tip. Says whether it has; not while it does already. */
export async function flash(button: HTMLElement, words: string): Promise<boolean> {
	const { tip } = button.dataset;
	if (tip === undefined || button.classList.contains('tip-shown')) return false;
	button.dataset.tip = words;
	button.classList.add('tip-shown');
	await new Promise((resolve) => setTimeout(resolve, 1500));
	button.dataset.tip = tip;
	button.classList.remove('tip-shown');
	return true;
}
