/**
 * Shows `words` as a button's tooltip for a moment. Resolves with false if the button has no tooltip or is already showing one this way.
 */
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
