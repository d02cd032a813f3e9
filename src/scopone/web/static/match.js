// A match: hand after hand, the deal going round, until a team has won. Places are numbered in order of play.

export class Match {
  /** `place` 0 is the person at the page. `needed`: points that win, or 0 for a single hand. */
  constructor({ rules, players, sides, needed, dealer }) {
    Object.assign(this, { rules, players, sides, needed, dealer });
    this.totals = Array(sides).fill(0);
    this.hands = 0;
    this.winner = null;
  }

  /** Seat 0 of a deal is the first to play, the neighbour of the dealer. */
  seatOf(place) {
    return (place - this.dealer - 1 + 2 * this.players) % this.players;
  }

  placeOf(seat) {
    return (seat + this.dealer + 1) % this.players;
  }

  get you() {
    return this.seatOf(0);
  }

  /** Place 0 is in team 0; teams sit in turn. */
  teamOf(place) {
    return place % this.sides;
  }

  /** The side of a state that a team plays in it. */
  sideOf(team, state) {
    return state.side_of[this.seatOf(team)];
  }

  partnerOf(place) {
    return this.sides < this.players && this.teamOf(place) === 0 && place !== 0;
  }

  /** Counts a hand that is over. */
  count(state) {
    this.totals = this.totals.map((total, team) => total + state.score.points[this.sideOf(team, state)]);
    this.hands += 1;
    if (state.winner !== null)
      this.winner = this.totals.findIndex((_, team) => this.sideOf(team, state) === state.winner);
    else this.winner = this.#ahead();
  }

  /** The neighbour deals next. */
  passDeal() {
    this.dealer = (this.dealer + 1) % this.players;
  }

  #ahead() {
    const most = Math.max(...this.totals);
    if (!this.needed || most < this.needed) return null;
    return this.totals.filter((total) => total === most).length === 1 ? this.totals.indexOf(most) : null;
  }
}
