// What the drums of the kit look like, drawn on a canvas; `lit` is how far a struck drum still rings, 0 to 1.

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {number} depth @param {string} family @param {number} lit */
export function drawShell(context, x, y, size, depth, family, lit) {
  const [wide, high] = [size * 0.62, size * 0.24];
  const body = context.createLinearGradient(x - wide, 0, x + wide, 0);
  const hue = family === 'snare' ? 40 : 345;
  body.addColorStop(0, `hsl(${hue} 34% 17%)`);
  body.addColorStop(0.28, `hsl(${hue} 48% 46%)`);
  body.addColorStop(0.55, `hsl(${hue} 44% 30%)`);
  body.addColorStop(1, `hsl(${hue} 36% 12%)`);
  context.fillStyle = body;
  context.beginPath();
  context.moveTo(x - wide, y);
  context.lineTo(x - wide, y + size * depth);
  context.ellipse(x, y + size * depth, wide, high, 0, Math.PI, 0, true);
  context.lineTo(x + wide, y);
  context.fill();
  context.lineWidth = Math.max(2, size * 0.03);
  context.strokeStyle = 'rgb(235 236 244 / .75)';
  context.beginPath();
  context.ellipse(x, y + size * depth, wide, high, 0, 0, Math.PI);
  context.stroke();
  for (const angle of [0.25, 0.9, 1.57, 2.24, 2.9]) {
    const [lugX, lugY] = [x + Math.cos(angle) * wide, y + Math.sin(angle) * high];
    context.beginPath();
    context.moveTo(lugX, lugY);
    context.lineTo(lugX, lugY + size * depth);
    context.lineWidth = Math.max(1, size * 0.018);
    context.stroke();
  }
  drawHead(context, x, y, wide, high, lit);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} wide @param {number} high @param {number} lit */
function drawHead(context, x, y, wide, high, lit) {
  const head = context.createRadialGradient(x, y - high * 0.3, 0, x, y, wide);
  head.addColorStop(0, `hsl(45 30% ${88 + 10 * lit}%)`);
  head.addColorStop(1, `hsl(40 16% ${66 + 26 * lit}%)`);
  context.fillStyle = head;
  context.strokeStyle = 'rgb(245 246 252 / .95)';
  context.lineWidth = Math.max(2, wide * 0.055);
  context.beginPath();
  context.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {number} lit */
export function drawKick(context, x, y, size, lit) {
  const radius = size * 0.86;
  const rim = context.createLinearGradient(x, y - radius, x, y + radius);
  rim.addColorStop(0, 'hsl(232 20% 62%)');
  rim.addColorStop(1, 'hsl(232 26% 20%)');
  context.fillStyle = rim;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  const head = context.createRadialGradient(x, y - radius * 0.2, 0, x, y, radius * 0.88);
  head.addColorStop(0, `hsl(232 26% ${24 + 46 * lit}%)`);
  head.addColorStop(1, `hsl(232 32% ${11 + 20 * lit}%)`);
  context.fillStyle = head;
  context.beginPath();
  context.arc(x, y, radius * 0.86, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = `hsl(160 76% ${68 + 20 * lit}% / ${0.75 + 0.25 * lit})`;
  for (const [share, width] of [
    [0.5, 0.05],
    [0.3, 0.035],
  ]) {
    context.lineWidth = radius * width;
    context.beginPath();
    context.arc(x, y, radius * share * (1 + 0.1 * lit), 0, 2 * Math.PI);
    context.stroke();
  }
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.arc(x, y, radius * 0.09, 0, 2 * Math.PI);
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {boolean} isHat @param {number} lit @param {number} swing */
export function drawCymbal(context, x, y, size, isHat, lit, swing) {
  const [wide, high] = [size * (isHat ? 0.62 : 0.86), size * (isHat ? 0.15 : 0.2)];
  for (const lower of isHat ? [1, 0] : [0]) {
    context.save();
    context.translate(x, y + lower * size * 0.09);
    context.rotate((lower ? 0 : swing) - 0.04);
    const bronze = context.createLinearGradient(-wide, 0, wide, 0);
    bronze.addColorStop(0, `hsl(40 62% ${30 + 20 * lit}%)`);
    bronze.addColorStop(0.35, `hsl(46 80% ${66 + 24 * lit}%)`);
    bronze.addColorStop(0.6, `hsl(42 66% ${48 + 24 * lit}%)`);
    bronze.addColorStop(1, `hsl(36 58% ${24 + 20 * lit}%)`);
    context.fillStyle = bronze;
    context.beginPath();
    context.ellipse(0, 0, wide, high, 0, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = 'rgb(60 36 6 / .35)';
    context.lineWidth = 1;
    for (const share of [0.82, 0.62, 0.44]) {
      context.beginPath();
      context.ellipse(0, 0, wide * share, high * share, 0, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = `hsl(46 70% ${60 + 24 * lit}%)`;
    context.beginPath();
    context.ellipse(0, -high * 0.25, wide * 0.17, high * 0.5, 0, 0, 2 * Math.PI);
    context.fill();
    context.restore();
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {number} lit */
export function drawSmall(context, x, y, size, lit) {
  context.fillStyle = `hsl(95 34% ${36 + 40 * lit}%)`;
  context.strokeStyle = 'rgb(240 242 248 / .8)';
  context.lineWidth = Math.max(2, size * 0.04);
  context.beginPath();
  context.ellipse(x, y, size * 0.34, size * 0.24, -0.2, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
