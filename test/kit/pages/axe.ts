import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { root } from '../../tools/places.ts';

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** While an element fades in, its contrast is too low. Spinners never end. */
const fadesEnd = `Promise.all(
	document
		.getAnimations()
		.filter(({ effect }) => effect.getComputedTiming().endTime < 5000)
		.map(({ finished }) => finished.catch(() => {})),
)`;

/** The rules whose results depend on the theme. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds, each with the first element concerned. `rules` are the only ones that it checks, by default all. */
export async function violations(page: Pick<Page, 'evaluate'>, rules?: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate('typeof axe !== "undefined"'))) await page.evaluate(axe);
	await page.evaluate(fadesEnd);
	const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
	const results: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
	return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Shows a page in each theme. Returns what is wider than the page, and the violations that axe finds. */
export async function problemsIn<Theme extends string>(
	themes: readonly Theme[],
	shown: { readonly page: Page; theme(name: Theme): Promise<void> },
): Promise<string[]> {
	const problems: string[] = [];
	for (const [nth, theme] of themes.entries()) {
		await shown.theme(theme);
		const found = await violations(shown.page, nth === 0 ? undefined : ofColors);
		const [wide, width] = await shown.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
		if (wide !== undefined && width !== undefined && wide > width) found.push(`the page is ${wide} wide`);
		problems.push(...found.map((problem) => `${theme}: ${problem}`));
	}
	return problems;
}
